int main(void){ char *p = malloc(10); printf("%d\n", strlen(p)); foo(p); if (isnan(1.0)) exit(1); return bar(); }
