import type * as z from 'zod/mini'

/** What a form says at each of its fields: the first thing that its schema has against it. */
export function errorsOf<In>(schema: z.ZodMiniType<unknown, In>, input: In): Record<string, string> {
  const issues = schema.safeParse(input).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]).reverse())
}
