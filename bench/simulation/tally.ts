import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Statuses } from '../support/figures.ts'

const RESOLUTION_MS = 10

/** Times of one kind of call in milliseconds. */
export interface Times {
  ramp: number[]
  measured: number[]
}

/** What a part of the crowd has seen; sent from its process to the one that reports. */
export interface Seen {
  calls: Record<string, Times>
  failures: Record<string, Record<string, number>>
  /** Times from asking to join a topic to the answer. */
  joins: Times
  /** Written posts and comments: when the answer arrived, by the clock that all processes share. */
  written: Record<string, number>
  /** When messages about written posts and comments arrived on the observed connections. */
  heard: Record<string, number[]>
  messages: number
  lost: number
  reloads: number
  /** The 99th percentile of the process's event loop delay. */
  lagMs: number
}

/** Counts what happens, in the ramp and in the measured time. */
export class Tally {
  #measuring = false
  readonly #calls: Record<string, Times> = {}
  readonly #failures: Record<string, Statuses> = {}
  readonly #joins: Times = { ramp: [], measured: [] }
  readonly #written: Record<string, number> = {}
  readonly #heard: Record<string, number[]> = {}
  readonly #lag = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  #messages = 0
  #lost = 0
  #reloads = 0

  /** The ramp is over. */
  measure(): void {
    this.#measuring = true
    this.#lag.enable()
  }

  /** The measured time is over; what is under way then is still counted by its start. */
  stop(): void {
    this.#lag.disable()
    this.#measuring = false
  }

  get measuring(): boolean {
    return this.#measuring
  }

  called(kind: string, ms: number, measured: boolean): void {
    this.#calls[kind] ??= { ramp: [], measured: [] }
    this.#calls[kind][measured ? 'measured' : 'ramp'].push(ms)
  }

  failed(kind: string, status: number | string): void {
    this.#failures[kind] ??= new Statuses()
    this.#failures[kind].add(status)
  }

  joined(ms: number): void {
    this.#joins[this.#measuring ? 'measured' : 'ramp'].push(ms)
  }

  wrote(id: string, at: number): void {
    if (this.#measuring) this.#written[id] = at
  }

  heard(id: string, at: number): void {
    this.#heard[id] ??= []
    this.#heard[id].push(at)
  }

  delivered(): void {
    if (this.#measuring) this.#messages += 1
  }

  lost(count: number): void {
    this.#lost += count
  }

  reloaded(): void {
    this.#reloads += 1
  }

  result(): Seen {
    return {
      calls: this.#calls,
      failures: Object.fromEntries(Object.entries(this.#failures).map(([kind, { counts }]) => [kind, counts])),
      joins: this.#joins,
      written: this.#written,
      heard: this.#heard,
      messages: this.#messages,
      lost: this.#lost,
      reloads: this.#reloads,
      lagMs: Math.max(0, this.#lag.percentile(99) / 1e6 - RESOLUTION_MS),
    }
  }
}
