import { useEffect, useRef } from 'react'
import { supabase } from '../supabase.ts'
import { type TableWatch, watchTables } from './table-watch.ts'

const watches = new Map<string, TableWatch>()

/**
 * Calls back, at most once in two seconds, and less often while the server answers slowly, after rows of the tables may have changed: on changes, after a gap in the
 * live connection, and when the page is looked at again. Only `data/<domain>/realtime.ts` uses it.
 * @param tables names in the public schema; one channel serves everybody who names the same ones.
 * @param onChange loads anew; its promise says how long that takes.
 */
export function useTableChanges(tables: readonly string[], onChange: () => Promise<unknown>): void {
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  const key = [...new Set(tables)].sort().join(',')
  useEffect(() => {
    const watch = watches.get(key) ?? watchTables(key.split(','), supabase, () => watches.delete(key))
    watches.set(key, watch)
    return watch.add(() => latest.current())
  }, [key])
}
