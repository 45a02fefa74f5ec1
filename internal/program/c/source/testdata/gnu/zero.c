struct z { int n; char d[0]; }; struct f { int n; char d[]; }; struct e {}; union u {}; struct f ff = {1, "abc"}; int arr[] = { [0 ... 3] = 7, [5] = 1 }; struct p {int x,y;} pp = { x: 1, y: 2 };
