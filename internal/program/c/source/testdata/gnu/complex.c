_Complex double z; double _Complex w; float _Complex q; __complex__ float r; _Complex float s = 1.0f;
 double _Complex f(double _Complex a){ return a*a + 1.0i; }
_Float128 f128; __float128 g128; _Float32 f32; _Float64 f64; _Float32x f32x; _Float64x f64x;
 _Complex _Float32 cf; _Complex _Float64 cg; __float80 f80;
