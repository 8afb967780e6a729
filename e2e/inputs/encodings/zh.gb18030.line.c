/* 渡船每天早上六点离开港口。 */
int main(void) { return 0; }
