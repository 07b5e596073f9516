import type { Reaction, ReactionCounts } from '../../../../contract/src/column-types.ts'

/** The five reactions, in the order of their buttons. */
export const REACTIONS = ['heart', 'thumbs_up', 'fishing_rod', 'fish', 'trophy'] as const satisfies Reaction[]
export type { Reaction }

/** The reactions of a post. A reaction without any members may be missing from the counts. */
export interface ReactionState {
  reaction_counts: ReactionCounts
  my_reaction: Reaction | null
}

/** The same reactions with the reader's own one changed, removed (`null`) or set. */
export function withOwnReaction<State extends ReactionState>(state: State, mine: Reaction | null): State {
  if (state.my_reaction === mine) return state
  const counts = { ...state.reaction_counts }
  if (state.my_reaction) counts[state.my_reaction] = Math.max(0, (counts[state.my_reaction] ?? 0) - 1)
  if (mine) counts[mine] = (counts[mine] ?? 0) + 1
  return { ...state, reaction_counts: counts, my_reaction: mine }
}
