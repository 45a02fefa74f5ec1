__int128 a; unsigned __int128 b; __int128_t c; __uint128_t d; int f(void){ return (int)(a*b>>64); }
