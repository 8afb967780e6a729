import { createCalendar, type SampleDates } from "../seed/dates.ts";
import { History, people } from "../seed/sample-history.ts";
import { createRandom } from "../seed/seeded-random.ts";

/** Runs with nothing but a shell, so that it works on any machine that has one. */
const config = `stages: [prepare, check, deliver]

default:
  timeout: 1 hour

lint:
  stage: prepare
  script:
    - sh ci/lint.sh

unit:
  stage: check
  script:
    - sh ci/unit.sh
  coverage: '/Lines: (\\d+\\.\\d+)%/'
  artifacts:
    paths: [report/]
    expire_in: 4 weeks
    reports:
      junit: report/junit.xml

soak:
  stage: check
  needs: []
  allow_failure: true
  script:
    - sh ci/soak.sh

package:
  stage: deliver
  script:
    - mkdir -p dist && cp lamp.txt dist/
  artifacts:
    paths: [dist/]

deploy:
  stage: deliver
  needs: [package]
  script:
    - echo "Lamp $CI_COMMIT_SHORT_SHA is lit on $CI_COMMIT_REF_SLUG"
  environment:
    name: staging
    url: https://staging.beacon.example
`;

const unit = `mkdir -p report
echo "Running 24 tests"
for n in $(seq 1 24); do printf '\\033[32m  ok\\033[0m beam %d turns\\n' "$n"; done
cat > report/junit.xml <<XML
<testsuites><testsuite name="beam" tests="2" failures="0" time="0.4">
<testcase classname="beam" name="turns" time="0.3"/><testcase classname="beam" name="dims" time="0.1"/>
</testsuite></testsuites>
XML
echo "Lines: 92.4%"
`;

const soak = `echo "Watching the lamp"
n=0
while [ $n -lt 15000 ]; do
  n=$((n + 1))
  printf '%s turn %d, \\033[33m%d lumen\\033[0m\\n' "$(date -u +%H:%M:%S)" "$n" $((9000 + n % 997))
  sleep 0.2
done
`;

const subjects = [
  "Turn the lamp more slowly in fog",
  "Measure the beam twice",
  "Warn when the lens is cold",
  "Dim the lamp at dawn",
  "Keep the log when the mast loses power",
  "Read the tide from the pier",
];

/** Returns the commits of a small project whose jobs run in a shell. */
export function beaconHistory(dates: SampleDates): History {
  const history = new History();
  const random = createRandom(1859);
  const nextDate = createCalendar(random, dates("2026-05-11T07:00:00Z"));
  for (let number = 0; number < 60; number++) {
    const date = nextDate();
    const first = number === 0;
    history.commit({
      branch: "main",
      author: random.pick(people),
      date,
      message: first ? "Light the lamp" : `${random.pick(subjects)} (${number})`,
      files: {
        "lamp.txt": `turns per minute: ${4 + (number % 5)}\nlumen: ${9000 + number}\n`,
        ...(first
          ? {
              ".gitlab-ci.yml": config,
              "ci/lint.sh": 'test -s lamp.txt && echo "lamp.txt is fine"\n',
              "ci/unit.sh": unit,
              "ci/soak.sh": soak,
              "README.md": "# Beacon\n\nThe lamp at the end of the pier, and the jobs that watch over it.\n",
            }
          : {}),
      },
    });
  }
  return history;
}
