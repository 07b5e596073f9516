import { rowsThere } from '../../lib/rows-there.ts'
import { supabase } from '../../lib/supabase.ts'
import { usersKeys } from './keys.ts'

/** Which of these members still exist. */
export const usersThere = (ids: readonly string[]) =>
  rowsThere(usersKeys.all, ids, async (some, signal) =>
    (await supabase()).from('profiles').select('id').in('id', some).abortSignal(signal).throwOnError(),
  )
