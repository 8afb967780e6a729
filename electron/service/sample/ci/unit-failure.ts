/** Error of the unit tests that fail in the sample, in their report and in their log. */
export const unitFailure = "expected 9000 lumen at dawn, got 9412";
