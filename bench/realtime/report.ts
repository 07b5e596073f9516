import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../engine/engine-process.ts'

/** Milliseconds of many arrivals. */
export interface Arrivals {
  p50: number
  p99: number
}

export interface Delays {
  p99: number
  max: number
}

export interface Delivery {
  /** From asking for the change to its arrival, over all sockets and rounds. */
  engine: Arrivals
  bareWs: Arrivals
  /** Medians of the ratios of rounds taken one after the other. */
  ratio: Arrivals
  /** The same from the first arrival on: what the number of sockets costs, without finding the change. */
  engineSpread: Arrivals
  bareWsSpread: Arrivals
  spreadRatio: Arrivals
  /** How long the event loop was held, in milliseconds; the probe looks every 10. */
  engineLoop: Delays
  bareWsLoop: Delays
}

export interface SizeFigures {
  sockets: number
  oneAudience: Delivery
  fiveAudiences: Delivery
  /** Kilobytes of resident memory that came with each socket. */
  engineKilobytes: number
  bareWsKilobytes: number
  openSeconds: number
  /** Seconds until all were joined again after all were lost at once, and the loop meanwhile. */
  stormSeconds: number
  stormLoop: Delays
}

export interface RealtimeFigures {
  bench: 'realtime'
  /** Load of the machine for each processor when the measurement began. */
  load: number
  rounds: number
  /** Bytes of the frame that is delivered. */
  frameBytes: number
  /** Why sizes are missing, when they are. */
  left: string | undefined
  idleMegabytes: number
  sizes: SizeFigures[]
}

const ms = (value: number) => (value < 10 ? value.toFixed(1) : String(Math.round(value)))
const ratio = (value: number) => value.toFixed(2)

/** Writes `bench/results/realtime.json` and `docs/performance-realtime.md`. */
export function writeReport(figures: RealtimeFigures): void {
  mkdirSync(join(root, 'bench/results'), { recursive: true })
  writeFileSync(join(root, 'bench/results/realtime.json'), `${JSON.stringify(figures, null, 2)}\n`)
  const deliveries = figures.sizes.flatMap(({ sockets, oneAudience, fiveAudiences }) =>
    [
      { audiences: 1, delivery: oneAudience },
      { audiences: 5, delivery: fiveAudiences },
    ].map(
      ({ audiences, delivery: d }) =>
        `| ${sockets.toLocaleString('en')} | ${audiences} | ${ms(d.engine.p50)} / ${ms(d.engine.p99)} | ` +
        `${ms(d.bareWs.p50)} / ${ms(d.bareWs.p99)} | ${ratio(d.ratio.p50)} / ${ratio(d.ratio.p99)} | ` +
        `${ms(d.engineSpread.p99)} : ${ms(d.bareWsSpread.p99)} = ${ratio(d.spreadRatio.p99)} | ` +
        `${ms(d.engineLoop.p99)}, ${ms(d.engineLoop.max)} | ${ms(d.bareWsLoop.p99)}, ${ms(d.bareWsLoop.max)} |`,
    ),
  )
  const crowds = figures.sizes.map(
    (f) =>
      `| ${f.sockets.toLocaleString('en')} | ${f.engineKilobytes.toFixed(1)} | ${f.bareWsKilobytes.toFixed(1)} | ` +
      `${f.openSeconds.toFixed(1)} s | ${f.stormSeconds.toFixed(1)} s | ${ms(f.stormLoop.p99)}, ${ms(f.stormLoop.max)} |`,
  )
  writeFileSync(
    join(root, 'docs/performance-realtime.md'),
    `# Live changes

Written by \`npm run bench realtime\`; do not edit. One row of \`info_cards\` is written, and every socket follows that
table; beside the engine a bare server of the \`ws\` library sends the same ${figures.frameBytes} bytes to as many sockets, in
turn in one run (${figures.rounds} rounds). The clients are sockets of two more processes on the same machine, with real handshakes,
joins and heartbeats, all on the loopback interface. The load was ${figures.load.toFixed(1)} for each processor when it began; only
ratios are to be compared. The engine held ${Math.round(figures.idleMegabytes)} MB when nobody was connected (goal: under 150).
${figures.left === undefined ? '' : `\n${figures.left}\n`}
Milliseconds from asking for the change to its arrival, half of the sockets / 99 of 100. The engine is woken at commit, but
rests longer after telling many, up to 100 ms whatever the number of sockets; the column "spread" leaves this and the
writing itself out: from the first arrival to 99 of 100. Goal with 10,000: at most 1.5.

| sockets | audiences | engine | bare ws | ratio | spread, p99 | loop held, engine: p99, longest | bare ws |
|---|---|---|---|---|---|---|---|
${deliveries.join('\n')}

Five audiences are a guest and four members, whom the database is asked about one by one. The probe of the event loop looks
every 10 ms: 10 is none.

| sockets | KB a socket, engine | bare ws | all joined | joined again after all were lost at once | loop meanwhile: p99, longest |
|---|---|---|---|---|---|
${crowds.join('\n')}

Memory is what the process grew by, with what it had not yet given back; the goal is under 15 KB a socket. The limits of
joins were lifted here: with the usual ones an engine lets 100 join in a second.
`,
  )
}
