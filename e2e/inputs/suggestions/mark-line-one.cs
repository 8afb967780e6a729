using A;
int x;
