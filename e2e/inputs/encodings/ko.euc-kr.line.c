/* 배는 매일 아침 여섯 시에 항구를 떠납니다. */
int main(void) { return 0; }
