import type { BodyPace } from '../http/body.ts'

/** Limits of the bodies of all functions together, before their calls begin. */
export interface IntakeLimits {
  /** Bytes in memory, of bodies that are arriving and of calls that wait for a place. */
  bodiesBytes: number
  /** Bodies of one address that arrive at the same time. */
  bodiesPerAddress: number
  pace: BodyPace
}

/** Limits of the calls of one function, and of the bodies of all functions together. */
export interface FunctionLimits extends IntakeLimits {
  /** From the beginning of a call to the end of its answer, and for its work in the background (ms). */
  callMs: number
  /** How long the function may keep its thread from doing anything else (ms). */
  blockedMs: number
  /** The interval between two checks of a thread (ms). */
  lookMs: number
  /** A thread that has nothing to do ends after this (ms). */
  idleMs: number
  bootMs: number
  /** For its heap, and the same again for buffers outside the heap. */
  memoryMb: number
  /** Calls at the same time, and those that may wait for their turn; as many again with the secret key. */
  running: number
  waiting: number
  /** Of one call. */
  bodyBytes: number
}

export const FUNCTION_LIMITS: Omit<FunctionLimits, 'callMs' | 'memoryMb'> = {
  blockedMs: 10_000,
  lookMs: 1_000,
  idleMs: 60_000,
  bootMs: 10_000,
  running: 16,
  waiting: 200,
  bodyBytes: 10 * 1024 * 1024,
  bodiesBytes: 64 * 1024 * 1024,
  bodiesPerAddress: 32,
  pace: { graceMs: 5_000, bytesPerSecond: 1_024 },
}
