static __thread int t; extern __thread int u; 
