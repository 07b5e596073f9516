import { readdirSync, readFileSync } from 'node:fs'
import type { BenchEngine } from './engine.ts'

const KB_PER_MB = 1024

/** Memory of a process in MB (Linux). */
export function residentMb(pid: number): number {
  return Math.round(field(`/proc/${pid}/status`, /^VmRSS:\s+(\d+)/m) / KB_PER_MB)
}

/** The most memory that a process has had so far, in MB (Linux). */
export function peakMb(pid: number): number {
  return Math.round(field(`/proc/${pid}/status`, /^VmHWM:\s+(\d+)/m) / KB_PER_MB)
}

/** Memory of the database with all its processes in MB, what they share counted once (Linux). */
export function databaseMb(postmaster: number): number {
  const pids = [postmaster, ...childrenOf(postmaster)]
  return Math.round(
    pids.reduce((sum, pid) => sum + field(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+)/m), 0) / KB_PER_MB,
  )
}

/** Seconds of processor time that a process, and its children that live, have used (Linux counts in hundredths). */
export function cpuSeconds(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, one) => {
    const fields = read(`/proc/${one}/stat`).split(') ')[1]?.split(' ') ?? []
    return sum + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100
  }, 0)
}

/** Processor time of one process alone. */
export function ownCpuSeconds(pid: number): number {
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100
}

/** Open files and sockets of a process (Linux). */
export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

/** The 99th percentile of the engine's event loop delay since the last look, in milliseconds. */
export async function loopDelayMs(engine: BenchEngine): Promise<number> {
  const reply = await fetch(`${engine.url}/metrics`, { headers: { authorization: `Bearer ${engine.metricsToken}` } })
  const [, seconds = '0'] = /^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(await reply.text()) ?? []
  return Math.round(Number(seconds) * 1000)
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')[1]) === parent)
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
