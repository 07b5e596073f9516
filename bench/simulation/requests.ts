import { readFileSync } from 'node:fs'
import type { SentRequest } from './http-client.ts'

/** A request of the app with the kind under which its times are counted. */
export interface Template extends SentRequest {
  kind: string
}

interface Recorded {
  socket: string
  topics: Record<string, string[]>
  requests: Record<string, SentRequest[]>
}

// Recorded from the app by e2e/simulated-club.spec.ts, which fails when they differ.
const recorded: Recorded = JSON.parse(readFileSync(new URL('requests.json', import.meta.url), 'utf8'))

export type Screen = 'newsfeed' | 'leaderboard' | 'games' | 'profile' | 'network' | 'dashboard'

const steps = new Map(
  Object.entries(recorded.requests).map(([step, requests]) => [
    step,
    requests.map((request) => ({ ...request, kind: kindOf(request) })),
  ]),
)

/** The requests of one step of a visit, such as opening a screen. @throws {Error} for a step that was not recorded. */
export function requestsOf(step: string): readonly Template[] {
  const requests = steps.get(step)
  if (!requests) throw new Error(`no recorded requests for ${step}`)
  return requests
}

/** The live topics of a screen. */
export const topicsOf = (screen: Screen): readonly string[] => recorded.topics[screen] ?? []

/** Parameters of the address at which the app opens its WebSocket. */
export const socketSearch = (key: string): string => recorded.socket.replace('{key}', key)

/** Replaces the placeholders in a text. @throws {Error} for a placeholder without a value. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{([a-z_]+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`no value for {${name}} in ${text}`)
    return value
  })
}

/** Method and table, or function; what distinguishes several requests to the same one is added. */
function kindOf({ method, path }: SentRequest): string {
  const { pathname, searchParams } = new URL(path, 'http://app')
  const name = `${method} ${pathname.replace(/^\/(rest|auth)\/v1\//, '')}`
  if (searchParams.has('before') || searchParams.has('before_id')) return `${name}, later page`
  if (searchParams.has('ids')) return `${name}, by ID`
  const columns = searchParams.get('select')
  return columns && name === 'GET profiles' ? `${name}: ${columns.slice(0, 40)}` : name
}
