import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import sharp from 'sharp'
import type { PictureFacts } from '../../engine/src/http/shared-picture-art.ts'
import { createSharedPictures } from '../../engine/src/http/shared-pictures.ts'
import { root } from '../support/engine.ts'
import { percentile, round } from '../support/figures.ts'
import { keepResult } from '../support/report.ts'

// What a picture of a shared link takes, each with a title that was never drawn, compared with writing noise of the same
// size as a JPEG, in turns. Needs the built web app.

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 30)
const MOST_BYTES = 60 * 1024
const SIZE = { width: 1200, height: 630 } as const

const LONG = 'The long night under the willows at the far end of the lake'
const SUBJECTS: Readonly<Record<string, Omit<PictureFacts, 'title'>>> = {
  club: { path: '/', kind: 'club', text: 'Where carp anglers meet, play and share what the water gave them.' },
  'an open game': {
    path: '/games/1',
    kind: 'carp_of_week',
    label: 'Carp of the week',
    note: 'Closes 24 November 2026, 15:00 UTC',
  },
  'a result': {
    path: '/games/2',
    kind: 'guess_weight',
    label: 'Guess the weight, completed',
    figure: '28.6 lbs',
    winner: { name: 'tench_terry', place: 1 },
  },
  'a swim': {
    path: '/games/3',
    kind: 'pick_swim',
    label: 'Pick a swim, completed',
    figure: 'Square 47',
    square: 47,
    winner: { name: '漁師の友達', place: 1 },
  },
  'the leaderboard': {
    path: '/leaderboard',
    kind: 'leaderboard',
    rows: ['tom_withy', 'صياد البحيرة', 'W'.repeat(30)].map((name, at) => ({ name, points: 12_345 - at })),
  },
}

const noise = sharp(randomBytes(SIZE.width * SIZE.height * 3), { raw: { ...SIZE, channels: 3 } })
const draw = createSharedPictures(join(root, 'dist/web'), async () => undefined)
const took = async (work: () => Promise<Buffer> | undefined) => {
  const started = performance.now()
  const picture = await work()
  if (!picture) throw new Error('the picture was not drawn')
  return { ms: performance.now() - started, bytes: picture.length }
}

const drawn: { ms: number; bytes: number }[] = []
const plain: number[] = []
const first: number[] = []
for (let at = 0; at <= ROUNDS; at += 1)
  for (const facts of Object.values(SUBJECTS)) {
    const one = await took(() => draw({ ...facts, title: `${LONG} ${at}` }, 'club.example'))
    // The first of a kind also reads its art.
    if (at === 0) {
      first.push(one.ms)
      continue
    }
    drawn.push(one)
    plain.push((await took(() => noise.clone().jpeg().toBuffer())).ms)
  }

const times = drawn.map(({ ms }) => ms)
const [middle, slow, bare] = [percentile(times, 0.5), percentile(times, 0.95), percentile(plain, 0.5)]
const largest = Math.max(...drawn.map(({ bytes }) => bytes))
keepResult('pictures', [
  {
    name: `a picture of a shared link, ${Object.keys(SUBJECTS).length} kinds, compared with writing a JPEG of this size`,
    figure: `p50 ${round(middle)} ms, p95 ${round(slow)} ms (${round(bare)} ms); the first of a kind up to ${round(Math.max(...first))} ms`,
    ratio: round(middle / bare, 1),
    goal: 'p95 under 150 ms',
    met: slow < 150,
  },
  {
    name: 'the largest of them',
    figure: `${round(largest / 1024, 1)} KB`,
    goal: 'under 60 KB',
    met: largest < MOST_BYTES,
  },
])
