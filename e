timeout: failed to run command ‘../craig’: No such file or directory
