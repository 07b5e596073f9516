import { fileURLToPath } from 'node:url'
import { checkApi } from './check-project/check-api.ts'
import { checkDatabase } from './check-project/check-database.ts'
import type { Finding } from './check-project/findings.ts'

const SIGNS = { ok: 'ok  ', note: 'note', fail: 'FAIL' } as const

/** Checks a Supabase project (or an engine) that will serve Bankside, and reports problems. */
async function main(): Promise<void> {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, DATABASE_URL } = process.env
  if (!SUPABASE_URL || !SUPABASE_PUBLISHABLE_KEY) {
    console.error('Set SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY; with DATABASE_URL the database is checked too.')
    process.exitCode = 2
    return
  }
  const migrations = fileURLToPath(new URL('../supabase/migrations', import.meta.url))
  const findings: Finding[] = await checkApi(SUPABASE_URL.replace(/\/+$/, ''), SUPABASE_PUBLISHABLE_KEY)
  if (DATABASE_URL) findings.push(...(await checkDatabase(DATABASE_URL, migrations)))
  else findings.push({ level: 'note', what: 'the database was not checked', remedy: 'set DATABASE_URL' })
  for (const { level, what, remedy } of findings)
    console.log(`${SIGNS[level]}  ${what}${remedy === undefined ? '' : `\n      ${remedy}`}`)
  const failed = findings.filter(({ level }) => level === 'fail').length
  console.log(failed === 0 ? '\nThe project is ready for Bankside.' : `\n${failed} to fix.`)
  process.exitCode = failed === 0 ? 0 : 1
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
