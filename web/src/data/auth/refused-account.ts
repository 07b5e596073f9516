/**
 * Whether a rule of the database may have refused an account: the answer of the engine, or that of hosted Supabase, which
 * supabase-js reports without its code. Neither says which rule it was.
 */
export const mayBeRefused = ({ code, status }: { code: string | undefined; status: number | undefined }): boolean =>
  (code === 'validation_failed' && status === 422) || status === 500
