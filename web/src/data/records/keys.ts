import type { CatchVariety } from '../../../../contract/src/column-types.ts'

/** Keys of the club records. */
export const recordsKeys = {
  all: ['records'] as const,
  board: (isAllTime: boolean) => [...recordsKeys.all, 'board', isAllTime] as const,
  guestBoard: (isAllTime: boolean) => [...recordsKeys.all, 'guest', isAllTime] as const,
  history: (variety: CatchVariety) => [...recordsKeys.all, 'history', variety] as const,
}

/** Keys of the team's lists of offered catches. */
export const consoleRecordsKeys = {
  all: ['console-records'] as const,
  list: (isDecided: boolean) => [...consoleRecordsKeys.all, isDecided] as const,
}
