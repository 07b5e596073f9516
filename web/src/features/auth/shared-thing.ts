import { originFromState } from '../../lib/origin.ts'

const THINGS: Readonly<Record<string, string>> = { newsfeed: 'post', games: 'game', members: 'member', badges: 'badge' }

/** What the link leads to that brought a guest here, e.g. `game`; undefined for pages that are no single thing. */
export const sharedThing = (state: unknown): string | undefined =>
  THINGS[/^\/(newsfeed|games|members|badges)\/[^/?#]/.exec(originFromState(state))?.[1] ?? '']
