import { useNow } from './use-now.ts'

/** Whether a moment is in the past; becomes true by itself when it comes. False for undefined. */
export function useReached(moment: string | undefined): boolean {
  const now = useNow(...(moment === undefined ? [] : [moment]))
  return moment !== undefined && Date.parse(moment) <= now.getTime()
}
