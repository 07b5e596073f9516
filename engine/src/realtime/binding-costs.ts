import type { Binding } from './binding.ts'
import { FilterError, filterShape, isPattern, parseFilter } from './filter.ts'
import { REALTIME_LIMITS } from './limits.ts'

/** What bindings cost at each change of their tables. */
export interface BindingCosts {
  /** Each with a filter of its own is a question of its own. */
  bindings: number
  /** Conditions with a pattern, which cost more than others. */
  patterns: number
  /** Kinds of filters: those that differ in their values only share a statement, which PostgreSQL plans each time. */
  kinds: ReadonlySet<string>
}

/** A filter that cannot be used costs nothing: it is refused when it is tried. */
export function costsOf(bindings: readonly Binding[]): BindingCosts {
  let patterns = 0
  const kinds = new Set<string>()
  for (const { schema, table, filter, select } of bindings)
    try {
      const conditions = parseFilter(filter)
      patterns += conditions.filter(isPattern).length
      kinds.add(JSON.stringify([schema, table, filterShape(conditions), select]))
    } catch (error) {
      if (!(error instanceof FilterError)) throw error
    }
  return { bindings: bindings.length, patterns, kinds }
}

/** The costs of several channels together. */
export function sumOf(costs: Iterable<BindingCosts>): BindingCosts {
  let [bindings, patterns] = [0, 0]
  const kinds = new Set<string>()
  for (const one of costs) {
    bindings += one.bindings
    patterns += one.patterns
    for (const kind of one.kinds) kinds.add(kind)
  }
  return { bindings, patterns, kinds }
}

/** Why an account may not have all these bindings; undefined when it may. */
export function tooExpensive({ bindings, patterns, kinds }: BindingCosts): string | undefined {
  const { bindingsPerAccount, patternsPerAccount, kindsPerAccount } = REALTIME_LIMITS
  if (bindings > bindingsPerAccount)
    return `TooManyBindings: At most ${bindingsPerAccount} postgres_changes per account`
  if (patterns > patternsPerAccount)
    return `TooManyBindings: At most ${patternsPerAccount} patterns (like, ilike) in the postgres_changes of an account`
  if (kinds.size > kindsPerAccount)
    return `TooManyBindings: At most ${kindsPerAccount} kinds of filters in the postgres_changes of an account`
  return undefined
}
