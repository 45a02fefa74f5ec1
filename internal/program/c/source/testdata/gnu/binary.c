int a = 0b1011; unsigned long long b = 0xFFull; int c = '\e'; int d = 'ab'; char *s = "\x41\101\u00e9";
