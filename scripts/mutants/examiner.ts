import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import pg from 'pg'
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node'
import { findRoot } from '../../engine/src/index.ts'
import { databaseTarget, TEMPLATE } from '../../test-support/database.ts'
import { startThrowAwayPostgres } from '../../test-support/throw-away-postgres.ts'
import { WarmProcess } from './warm-worker.ts'

const UNCHANGED = 'bankside_unchanged'
const root = findRoot()

/** What a run of test files found. */
export interface Outcome {
  /** The first failed test, or what failed outside of one. */
  failure?: { file: string; test: string }
  /** Seconds that each file took, as far as it was run. */
  seconds: Map<string, number>
}

/** Calls of functions and uses of tables, by qualified name. */
export type Touched = Record<string, number>

/** One PostgreSQL and one process of tests; it tries one mutant after the other. */
export class Examiner {
  /** Opens one; the mutants are made from its own copy of all migrations. */
  static async open(folder: string): Promise<Examiner> {
    const postgres = await startThrowAwayPostgres(['autovacuum=off', 'track_functions=all'])
    const admin = new pg.Client(databaseTarget(postgres.socketDirectory, 'postgres').owner)
    await admin.connect()
    await admin.query(`alter database ${TEMPLATE} rename to ${UNCHANGED}`)
    const notes = join(folder, `touched-${randomUUID()}`)
    const examiner = new Examiner(postgres, admin, notes)
    examiner.vitest = await examiner.startVitest()
    return examiner
  }

  private readonly postgres: { socketDirectory: string; stop(): Promise<void> }
  private readonly admin: pg.Client
  private readonly notes: string
  private readonly warm = new WarmProcess()
  private vitest!: Vitest
  private stopping: Promise<void> | undefined
  private planned = 0
  private ended: TestModule[] = []

  private constructor(postgres: Examiner['postgres'], admin: pg.Client, notes: string) {
    this.postgres = postgres
    this.admin = admin
    this.notes = notes
  }

  /** A connection to the database without a change. */
  async unchanged(): Promise<pg.Client> {
    const client = new pg.Client(databaseTarget(this.postgres.socketDirectory, UNCHANGED).owner)
    await client.connect()
    return client
  }

  /**
   * Makes the tests' template the database with this change.
   * @returns why it could not be made.
   */
  async change(sql: string): Promise<string | undefined> {
    await this.admin.query(`drop database if exists ${TEMPLATE} with (force)`)
    await this.admin.query(`create database ${TEMPLATE} template ${UNCHANGED} strategy file_copy`)
    const client = new pg.Client(databaseTarget(this.postgres.socketDirectory, TEMPLATE).owner)
    await client.connect()
    try {
      await client.query(sql)
      return undefined
    } catch (error) {
      return (error as Error).message
    } finally {
      await client.end()
    }
  }

  /** Runs test files one after the other, until a test fails. */
  async run(files: readonly string[]): Promise<Outcome> {
    this.stopping = undefined
    this.ended = []
    const project = this.vitest.getRootProject()
    const specifications = files.map((file) => project.createSpecification(join(root, file)))
    this.planned = files.length
    const { unhandledErrors } = await this.vitest.runTestSpecifications(specifications)
    await this.stopping
    const nameOf = (module: TestModule) => relative(root, module.moduleId)
    const seconds = new Map(this.ended.map((module) => [nameOf(module), module.diagnostic().duration / 1000]))
    const failed = this.ended.find((module) => !module.ok() || module.errors().length > 0)
    await this.clearUp()
    if (failed) return { seconds, failure: { file: nameOf(failed), test: firstFailure(failed) } }
    if (this.ended.length < files.length) throw new Error('Vitest has not run every file')
    if (unhandledErrors.length > 0)
      return { seconds, failure: { file: files.at(-1) ?? '', test: `outside of a test: ${unhandledErrors[0]}` } }
    return { seconds }
  }

  /** What the files run since the last question have used. */
  touched(): Touched {
    const sums: Touched = {}
    if (!existsSync(this.notes)) return sums
    for (const line of readFileSync(this.notes, 'utf8').split('\n').filter(Boolean))
      for (const { name, times } of JSON.parse(line) as { name: string; times: number }[])
        if (times > 0) sums[name] = (sums[name] ?? 0) + times
    rmSync(this.notes)
    return sums
  }

  async close(): Promise<void> {
    await this.vitest.close()
    await this.warm.end()
    await this.admin.end()
    await this.postgres.stop()
  }

  /** A test that failed before it knew its engine leaves it running; the process is then started again. */
  private async clearUp(): Promise<void> {
    const left = await this.admin.query<{ name: string }>(
      `select datname as name from pg_database where datname ~ '^test_'`,
    )
    if (left.rows.length > 0) await this.warm.end()
    for (const { name } of left.rows) await this.admin.query(`drop database if exists ${name} with (force)`)
  }

  private async startVitest(): Promise<Vitest> {
    const vitest = await createVitest('test', {
      root,
      config: false,
      watch: false,
      include: ['supabase/tests/**/*.test.ts'],
      setupFiles: ['test-support/quick-passwords.mjs', 'scripts/mutants/touched.setup.ts'],
      env: { MUTANTS_TOUCHED: this.notes },
      testTimeout: 30_000,
      hookTimeout: 60_000,
      isolate: false,
      maxWorkers: 1,
      pool: this.warm.pool(),
      sequence: { sequencer: InOrder },
      reporters: [
        {
          onTestCaseResult: (test) => this.stopAt(test.result().state),
          onTestModuleEnd: (module) => {
            this.ended.push(module)
            this.stopAt(module.state())
          },
        },
      ],
    })
    vitest.provide('socketDirectory', this.postgres.socketDirectory)
    vitest.provide('runFolder', root)
    return vitest
  }

  private stopAt(state: string): void {
    // Vitest waits for ever when a run is stopped that is about to end.
    if (state !== 'failed' || this.stopping || this.ended.length === this.planned) return
    this.stopping = this.vitest.cancelCurrentRun('test-failure')
  }
}

function firstFailure(module: TestModule): string {
  for (const test of module.children.allTests('failed'))
    return `${test.fullName}: ${test.result().errors?.[0]?.message.split('\n')[0] ?? ''}`
  const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
  return `outside of a test: ${errors[0]?.message.split('\n')[0] ?? ''}`
}

/** The files in the order in which they were named; the quickest that may kill the mutant is first. */
class InOrder {
  shard = async (files: TestSpecification[]) => files
  sort = async (files: TestSpecification[]) => files
}
