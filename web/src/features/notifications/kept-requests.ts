import { useState } from 'react'
import type { RequestOutcome } from '../../data/network/request-answer-mutation.ts'
import type { Filter, Notification } from '../../data/notifications/list-query.ts'

/** A request to connect that is answered in the list; without an outcome until the answer has arrived, or if it was lost. */
interface Kept {
  notification: Notification
  filter: Filter
  outcome?: RequestOutcome | undefined
}

/** Keeps requests where they are in the list while and after they are answered there, until the list is left. */
export function useKeptRequests(filter: Filter) {
  const [all, setAll] = useState<ReadonlyMap<string, Kept>>(new Map())
  const kept = [...all.values()].filter((each) => each.filter === filter)
  return {
    /** With those that the database no longer has, or that the filter no longer lets through. */
    in: (list: readonly Notification[]) =>
      withKept(
        list,
        kept.map(({ notification }) => notification),
      ),
    outcomeOf: (id: string) => all.get(id)?.outcome,
    keep: (notification: Notification, outcome?: RequestOutcome) =>
      setAll((before) => new Map(before).set(notification.id, { notification, filter, outcome })),
  }
}

/** Whether a later request of the same member is listed: an answer would be given to that one. */
const isOutdated = (one: Notification, list: readonly Notification[]): boolean =>
  list.some(
    ({ kind, subjectId, id, at }) =>
      kind === 'connection_asked' && subjectId === one.subjectId && id !== one.id && at > one.at,
  )

/**
 * The list with the kept ones that it lacks, each at the place of its time, without those after which the same member has
 * asked again.
 */
export function withKept(list: readonly Notification[], kept: readonly Notification[]): Notification[] {
  const all = [...list]
  for (const one of kept) {
    if (all.some(({ id }) => id === one.id) || isOutdated(one, list)) continue
    // All times are in UTC, so they compare as texts. What stays on top comes first, whatever its time.
    const later = all.findIndex(({ at, isOnTop }) => !isOnTop && at < one.at)
    all.splice(later < 0 ? all.length : later, 0, one)
  }
  return all
}
