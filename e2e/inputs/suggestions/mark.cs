using A;
int x;
