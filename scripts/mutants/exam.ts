import { ACCEPTED } from './accepted.ts'
import { chooseFiles } from './choose.ts'
import type { Examiner } from './examiner.ts'
import type { Mutant } from './mutant.ts'
import type { Result } from './report.ts'
import type { TestFiles } from './test-files.ts'

/** Runs every test file that was never measured, and notes its time, what it uses and that it passes. */
export async function measure(examiner: Examiner, files: TestFiles, next: () => string | undefined): Promise<void> {
  await examiner.change('select')
  for (let path = next(); path !== undefined; path = next()) {
    await proveFile(examiner, files, path)
    files.save()
  }
}

/** Tries one mutant. A test that fails has noticed it, if its file passes without the change. */
export async function examine(examiner: Examiner, files: TestFiles, mutant: Mutant, budget: number): Promise<Result> {
  const failing = new Set<string>()
  for (;;) {
    const usable = files.all.filter(({ path }) => !failing.has(path))
    const chosen = chooseFiles(mutant, usable, budget).map(({ path }) => path)
    const problem = await examiner.change(mutant.sql)
    if (problem !== undefined) return { mutant, verdict: 'not applicable', files: [], because: problem }
    const { failure } = chosen.length > 0 ? await examiner.run(chosen) : {}
    if (!failure) return { mutant, verdict: mutant.name in ACCEPTED ? 'accepted' : 'alive', files: chosen, because: '' }
    if (await isProven(examiner, files, failure.file)) {
      note(files, failure.file, mutant)
      return { mutant, verdict: 'killed', files: chosen, because: `${failure.file}: ${failure.test}` }
    }
    console.log(`${failure.file} fails without a change: ${failure.test}`)
    failing.add(failure.file)
  }
}

async function isProven(examiner: Examiner, files: TestFiles, path: string): Promise<boolean> {
  if (files.isProven(path)) return true
  await examiner.change('select')
  await proveFile(examiner, files, path)
  return files.isProven(path)
}

async function proveFile(examiner: Examiner, files: TestFiles, path: string): Promise<void> {
  examiner.touched()
  const { failure, seconds } = await examiner.run([path])
  const file = files.all.find((candidate) => candidate.path === path)
  if (!file) return
  file.touched = examiner.touched()
  file.seconds = seconds.get(path) ?? file.seconds
  if (!failure) files.prove(path)
}

/** The next mutants of this kind, and of the same object, meet this file first. */
function note(files: TestFiles, path: string, { kind, touches: [object = ''] }: Mutant): void {
  const file = files.all.find((candidate) => candidate.path === path)
  if (!file) return
  for (const key of [kind, object]) file.kills[key] = (file.kills[key] ?? 0) + 1
}
