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
  /** From the request for the change to its arrival, over all sockets and rounds. */
  engine: Arrivals
  bareWs: Arrivals
  /** Medians of the ratios of consecutive rounds. */
  ratio: Arrivals
  /** The same from the first arrival on: the cost of the number of sockets, without finding the change. */
  engineSpread: Arrivals
  bareWsSpread: Arrivals
  spreadRatio: Arrivals
  /** Event loop delay in milliseconds; the probe runs every 10. */
  engineLoop: Delays
  bareWsLoop: Delays
}

export interface SizeFigures {
  sockets: number
  oneAudience: Delivery
  fiveAudiences: Delivery
  /** Kilobytes of resident memory per socket. */
  engineKilobytes: number
  bareWsKilobytes: number
  openSeconds: number
  /** Seconds until all had joined again after all were lost at once, and the event loop delay meanwhile. */
  stormSeconds: number
  stormLoop: Delays
}

export interface RealtimeFigures {
  bench: 'realtime'
  /** Load of the machine per processor when the benchmark began. */
  load: number
  rounds: number
  /** Bytes of the delivered frame. */
  frameBytes: number
  /** The reason why sizes are missing, if they are. */
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

Written by \`npm run bench realtime\`; do not edit. The benchmark writes one row of \`info_cards\`, to which every socket is
subscribed. For comparison a bare server of the \`ws\` library sends the same ${figures.frameBytes} bytes to as many sockets. The two
alternate in one run (${figures.rounds} rounds). The clients are sockets of two other processes on the same machine, with real
handshakes, joins and heartbeats, over the loopback interface. The load per processor was ${figures.load.toFixed(1)} at the start; compare
only the ratios. The engine used ${Math.round(figures.idleMegabytes)} MB with no connections (goal: under 150).
${figures.left === undefined ? '' : `\n${figures.left}\n`}
Delays are in milliseconds from sending the change to its arrival, p50 / p99 of the sockets. The commit wakes the engine,
but after delivering to many sockets it pauses for up to 100 ms, whatever their number. The column "spread" leaves out
this pause and the write: it is the time from the first arrival to p99. Goal with 10,000 sockets: at most 1.5.

| sockets | audiences | engine | bare ws | ratio | spread, p99 | event loop delay, engine: p99, max | bare ws |
|---|---|---|---|---|---|---|---|
${deliveries.join('\n')}

Five audiences are a guest and four members, whom the database checks one by one. The event loop is sampled every 10 ms,
so 10 means no delay.

| sockets | KB per socket, engine | bare ws | time until all joined | the same after all were disconnected | event loop delay then: p99, max |
|---|---|---|---|---|---|
${crowds.join('\n')}

Memory is the growth of the process, including memory that it had not yet released. The goal is under 15 KB per socket. The
limits on joins were off. By default an engine accepts 100 joins a second.
`,
  )
}
