/* 船は毎朝六時に港を出ます。 */
int main(void) { return 0; }
