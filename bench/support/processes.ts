import { readdirSync, readFileSync } from 'node:fs'
import type { BenchEngine } from './engine.ts'

const KB_PER_MB = 1024

/** Memory of a process in MB (Linux). */
export function residentMb(pid: number): number {
  return Math.round(residentKb(pid) / KB_PER_MB)
}

/** The same in KB. */
export function residentKb(pid: number): number {
  return field(`/proc/${pid}/status`, /^VmRSS:\s+(\d+)/m)
}

/** The peak memory of a process, in MB (Linux). */
export function peakMb(pid: number): number {
  return Math.round(field(`/proc/${pid}/status`, /^VmHWM:\s+(\d+)/m) / KB_PER_MB)
}

/** Memory of the database with all its processes in MB; shared memory is counted once (Linux). */
export function databaseMb(postmaster: number): number {
  const pids = [postmaster, ...childrenOf(postmaster)]
  return Math.round(
    pids.reduce((sum, pid) => sum + field(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+)/m), 0) / KB_PER_MB,
  )
}

/** Seconds of processor time that a process and its children, also ended ones, have used (Linux counts in hundredths). */
export function cpuSeconds(pid: number): number {
  const ended = statOf(pid).slice(13, 15)
  return [pid, ...childrenOf(pid)].reduce((sum, one) => sum + ownCpuSeconds(one), sumOf(ended) / 100)
}

/** Seconds of processor time that the whole machine has used; waiting for discs and other machines is not work. */
export function machineCpuSeconds(): number {
  const [, user = '0', nice = '0', system = '0', , , irq = '0', softIrq = '0'] = read('/proc/stat').split(/\s+/)
  return sumOf([user, nice, system, irq, softIrq]) / 100
}

/** Processor time of one process alone. */
export function ownCpuSeconds(pid: number): number {
  return sumOf(statOf(pid).slice(11, 13)) / 100
}

/** Open files and sockets of a process (Linux). */
export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

/** The 99th percentile of the engine's event loop delay since the last reading, in milliseconds. */
export async function loopDelayMs(engine: BenchEngine): Promise<number> {
  const reply = await fetch(`${engine.url}/metrics`, { headers: { authorization: `Bearer ${engine.metricsToken}` } })
  const [, seconds = '0'] = /^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(await reply.text()) ?? []
  return Math.round(Number(seconds) * 1000)
}

/** The fields of a process after its name, from the state on. */
const statOf = (pid: number): string[] => read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []

const sumOf = (ticks: readonly string[]) => ticks.reduce((sum, value) => sum + Number(value), 0)

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(statOf(pid)[1]) === parent)
}

function field(path: string, pattern: RegExp): number {
  return Number(pattern.exec(read(path))?.[1] ?? 0)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process ended in between.
    return ''
  }
}
