/** The text before the schemas of a generated module. @param names of types that it imports. */
export const head = (names: readonly string[]) => `// Written by \`npm run gen\` from supabase/migrations. Do not edit.

${names.length > 0 ? `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from './column-types.ts'\n\n` : ''}export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  // The dialect that supabase-js assumes when it types queries.
  __InternalSupabase: {
    PostgrestVersion: '14.12'
  }
`

/** The text after them: shorthands for the rows of \`public\`. */
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
