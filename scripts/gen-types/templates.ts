/** What stands before the schemas of a generated module. */
export const HEAD = `// Written by \`npm run gen\` from supabase/migrations. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  // The dialect that supabase-js assumes when it types queries.
  __InternalSupabase: {
    PostgrestVersion: '14.12'
  }
`

/** What stands after them: shorthands for the rows of \`public\`. */
export const TAIL = `}

type Public = Database['public']

/** A row as it is read, of a table or view. */
export type Tables<Name extends keyof (Public['Tables'] & Public['Views'])> = (Public['Tables'] &
  Public['Views'])[Name] extends { Row: infer Row }
  ? Row
  : never

/** A row as it is inserted. */
export type TablesInsert<Name extends keyof Public['Tables']> = Public['Tables'][Name] extends { Insert: infer Insert }
  ? Insert
  : never

/** A row as it is updated. */
export type TablesUpdate<Name extends keyof Public['Tables']> = Public['Tables'][Name] extends { Update: infer Update }
  ? Update
  : never
`
