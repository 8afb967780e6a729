/* 渡船每天早上六點離開港口。 */
int main(void) { return 0; }
