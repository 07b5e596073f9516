// R13: a large backup, made while members use the site, is restored into an embedded and into an external database, and
// every table and file is compared. The memory of the command must not depend on the size, so a backup of an eighth is
// made first. BACKUP_MB sets the size (1024 is the long form): three quarters are files, the rest is text.
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { databaseUrl } from '../../test-support/database.ts'
import { startThrowAwayPostgres } from '../../test-support/throw-away-postgres.ts'
import { benchFolder, newSecrets, startEngine } from '../support/engine.ts'
import { round } from '../support/figures.ts'
import { makeMembers } from '../support/members.ts'
import { keepResult } from '../support/report.ts'
import { runCommand } from '../support/run-command.ts'
import { addFiles, addText, differences, openRows, sumsOfFiles, sumsOfTables } from './backup-content.ts'
import { fillFeed, lostComments, visitSite } from './beside.ts'

const MB = Number(process.env.BACKUP_MB ?? 64)
const FILES_SHARE = 0.75
const MEMBERS = 20
const ALONE_MS = 15_000
/** Memory of the command and its libraries; the data only passes through. */
const MOST_MB = 250
const GROWTH_MB = 60
const P99_MS = 500

const folder = benchFolder('backup')
const place = (name: string) => join(folder, name)
const from = { ...newSecrets(), DATA_DIR: place('data') }
const engine = await startEngine(from)
const postgres = await startThrowAwayPostgres(['fsync=on', 'synchronous_commit=on', 'full_page_writes=on'])
try {
  const members = await makeMembers(engine, MEMBERS)
  const [post = ''] = await fillFeed(engine, members)
  const fill = async (mb: number) => {
    await addFiles(engine, members, mb * FILES_SHARE)
    await addText(engine, members, mb * (1 - FILES_SHARE))
  }
  await fill(MB / 8)
  const eighth = await runCommand('backup', place('eighth.tar'), from)
  rmSync(place('eighth.tar'))
  await fill((MB * 7) / 8)

  const alone = await visitSite(engine, members, post, ALONE_MS)
  let going = true
  const visiting = visitSite(engine, members, post, () => going)
  const busy = await runCommand('backup', place('busy.tar'), from)
  going = false
  const beside = await visiting
  const lost = await lostComments(engine, [...alone.acknowledged, ...beside.acknowledged])
  rmSync(place('busy.tar'))

  const quiet = await runCommand('backup', place('club.tar'), from)
  const tarMb = round(statSync(place('club.tar')).size / 2 ** 20)
  const expected = { tables: await sumsOfTables(engine.ask), files: await sumsOfFiles(from.DATA_DIR) }
  await engine.end()

  const embedded = await runCommand('restore', place('club.tar'), { DATA_DIR: place('embedded') })
  const first = await startEngine({ ...newSecrets(), DATA_DIR: place('embedded') })
  const firstWrong = differences(expected, {
    tables: await sumsOfTables(first.ask),
    files: await sumsOfFiles(place('embedded')),
  })
  await first.end()

  const rows = openRows(databaseUrl(postgres.socketDirectory, 'postgres'))
  await rows.ask('create database club template template0')
  await rows.end()
  const clubUrl = databaseUrl(postgres.socketDirectory, 'club')
  const external = await runCommand('restore', place('club.tar'), {
    DATABASE_URL: clubUrl,
    DATA_DIR: place('external'),
  })
  const club = openRows(clubUrl)
  const secondWrong = differences(expected, {
    tables: await sumsOfTables(club.ask),
    files: await sumsOfFiles(place('external')),
  })
  await club.end()

  const speed = ({ seconds }: { seconds: number }) => `${round(seconds, 1)} s, ${round(MB / seconds)} MB a second`
  const compared = `${Object.keys(expected.tables).length} tables, ${Object.keys(expected.files).length} files`
  const peak = Math.max(busy.peakMb, quiet.peakMb, embedded.peakMb, external.peakMb)
  keepResult(
    'reliability-backup-size',
    [
      { name: `backup of ${MB} MB`, figure: `${speed(quiet)}; a file of ${tarMb} MB` },
      {
        name: `${MEMBERS} members during it, p99`,
        figure: `${beside.p99} ms (alone ${alone.p99}), ${alone.failed + beside.failed} failed, ${lost} lost; ${speed(busy)}`,
        ratio: round(beside.p99 / alone.p99, 2),
        goal: `at most ${P99_MS} ms, none failed, none lost`,
        met: beside.p99 <= P99_MS && alone.failed + beside.failed + lost === 0,
      },
      {
        name: 'restored into an embedded database',
        figure: `${speed(embedded)}; ${firstWrong.length} of ${compared} different`,
        goal: 'none different',
        met: firstWrong.length === 0,
      },
      {
        name: 'restored into an external database',
        figure: `${speed(external)}; ${secondWrong.length} of ${compared} different`,
        goal: 'none different',
        met: secondWrong.length === 0,
      },
      {
        name: 'peak memory of the commands',
        figure: `backup ${quiet.peakMb} MB (for an eighth of the size ${eighth.peakMb}), restore ${embedded.peakMb} and ${external.peakMb} MB`,
        goal: `at most ${MOST_MB} MB, and ${GROWTH_MB} MB more than for an eighth`,
        met: peak <= MOST_MB && quiet.peakMb - eighth.peakMb <= GROWTH_MB,
      },
    ],
    { mb: MB, wrong: [...firstWrong, ...secondWrong].slice(0, 20), calls: beside.requests },
  )
} finally {
  if (engine.child.exitCode === null) await engine.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
