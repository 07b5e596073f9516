// npm run test:mutants -- sql: changes one guard of the database at a time, and runs the tests that use it. A change
// that no test notices is a line of the report (docs/testing.md).
//   --domain points   only what supabase/schema/points.sql makes, or tables and functions with this in their names
//   --kind lock       only kinds with this in their names
//   --name credit     only those with this in their names, as the report writes them
//   --sample 30       only so many, other ones each day
//   --measure         first runs each test file that was never measured, as a run of everything does
//   --list            names them and runs nothing
//   --seconds 60      how long the test files of one mutant may take together
// npm run test:mutants -- engine | web [folder …]: the same for the sources, with StrykerJS (mutants/sources.ts).
import { parseArgs } from 'node:util'
import { runFolder } from '../test-support/run-folder.mjs'
import { ACCEPTED } from './mutants/accepted.ts'
import { listMutants } from './mutants/catalogue.ts'
import { examine, measure } from './mutants/exam.ts'
import { Examiner } from './mutants/examiner.ts'
import { type Result, report } from './mutants/report.ts'
import { select } from './mutants/selection.ts'
import { examineSources, isPart } from './mutants/sources.ts'
import { keepResults, TestFiles } from './mutants/test-files.ts'

const WORKERS = 2

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    domain: { type: 'string' },
    kind: { type: 'string' },
    name: { type: 'string' },
    sample: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    measure: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})
const [part, ...folders] = positionals
if (isPart(part)) process.exit(await examineSources(part, folders))
if (part !== 'sql' || folders.length > 0) throw new Error('usage: npm run test:mutants -- sql | engine | web')

const started = Date.now()
const folder = runFolder()
const first = await Examiner.open(folder)
const catalogue = await first.unchanged()
const everything = await listMutants(catalogue)
await catalogue.end()
const { domain, kind, name, sample } = values
const asked = select(
  everything,
  {
    ...(domain ? { domain } : {}),
    ...(kind ? { kind } : {}),
    ...(name ? { name } : {}),
    ...(sample ? { sample: Number(sample) } : {}),
  },
  new Date().toISOString().slice(0, 10),
)
if (values.list) {
  console.log([...asked.map((mutant) => mutant.name), `${asked.length} mutants`].join('\n'))
  await first.close()
  process.exit(0)
}

const examiners = [first, ...(await Promise.all(Array.from({ length: WORKERS - 1 }, () => Examiner.open(folder))))]
const files = new TestFiles()
// A short run finds the files that were never measured by the names in them. What was written since the notes was written
// for a mutant that was alive.
const measuresAll = values.measure || asked.length === everything.length
const unmeasured = (measuresAll ? files.unmeasured() : files.newer()).map(({ path }) => path)
if (unmeasured.length > 0) {
  console.log(`measures ${unmeasured.length} of ${files.all.length} test files`)
  await Promise.all(examiners.map((examiner) => measure(examiner, files, () => unmeasured.shift())))
}

const waiting = [...asked]
const results: Result[] = []
await Promise.all(
  examiners.map(async (examiner) => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const result = await examine(examiner, files, mutant, Number(values.seconds))
      results.push(result)
      console.log(`${results.length}/${asked.length} ${result.verdict}: ${mutant.name}`)
      if (results.length % 20 === 0) files.save()
    }
  }),
)
files.save()
await Promise.all(examiners.map((examiner) => examiner.close()))

console.log(report(results, (Date.now() - started) / 60_000))
console.log(`details: ${keepResults(results)}`)
const names = new Set(everything.map((mutant) => mutant.name))
const stale = Object.keys(ACCEPTED).filter((accepted) => !names.has(accepted))
if (stale.length > 0) console.log(`accepted, but there is no such mutant:\n${stale.join('\n')}`)
process.exit(results.some(({ verdict }) => verdict === 'alive') || stale.length > 0 ? 1 : 0)
