/* Kuìis katru rîtu pulksten seðos iziet no ostas. */
int main(void) { return 0; }
