/** A test of a run of the sample. */
export interface SampleTest {
  readonly group: string;
  readonly name: string;
  readonly seconds: number;
  readonly skipped?: string;
  readonly failure?: { readonly message: string; readonly trace: string };
  readonly output?: string;
}

/** Returns tests as a JUnit file. Their texts have nothing that XML would have to escape. */
export function testReport(tests: readonly SampleTest[]): string {
  const groups = [...new Set(tests.map(({ group }) => group))];
  const suites = groups.map((group) => {
    const own = tests.filter((test) => test.group === group);
    const failed = own.filter(({ failure }) => failure).length;
    return `  <testsuite name="${group}" tests="${own.length}" failures="${failed}">\n${own.map(testCase).join("")}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("")}</testsuites>\n`;
}

function testCase({ group, name, seconds, skipped, failure, output }: SampleTest): string {
  const inside = [
    failure ? `<failure message="${failure.message}">${failure.trace}</failure>` : "",
    skipped ? `<skipped message="${skipped}"/>` : "",
    output ? `<system-out>${output}</system-out>` : "",
  ].join("");
  const open = `    <testcase classname="${group}" name="${name}" time="${seconds}" file="ci/unit.sh"`;
  return inside ? `${open}>${inside}</testcase>\n` : `${open}/>\n`;
}
