import * as z from 'zod/mini'

/** The schema of a form: its input is the content of the fields, its output the values to send. */
export type FormSchema<In, Out> = z.ZodMiniType<Out, In>

const maxima = new WeakMap<object, number>()

export interface TextOptions {
  /** Message for a blank text; without it the text may be blank. */
  missing?: string
  /** Message for a text that is too long. */
  long?: string
  /** `kept`: white space at the ends is part of the text. */
  ends?: 'kept'
  /** Characters that are replaced by spaces. */
  replaced?: RegExp
}

/** A text as the database stores it: trimmed, and counted in code points, so that an emoji is one. */
export function text(
  max: number,
  { missing, long = `Use ${max} characters at most`, ends, replaced }: TextOptions = {},
) {
  const read = (typed: string) => (replaced ? typed.replace(replaced, ' ') : typed)
  const base = z.string().check(z.overwrite((typed) => (ends === 'kept' ? typed : read(typed).trim())))
  const field = base.check(
    z.refine((typed) => missing === undefined || typed !== '', missing),
    z.refine((typed) => [...typed].length <= max, long),
  )
  maxima.set(field, max)
  return field
}

/** The maximum length of a field; undefined where the schema sets none. */
export function maxOf(schema: FormSchema<unknown, unknown>, name: string): number | undefined {
  let field: unknown = schema
  for (const step of name.split('.')) field = stepInto(field, step)
  // Adding a check copies the field; the copy refers to its original.
  while (field instanceof z.ZodMiniType && !maxima.has(field)) field = field._zod.parent
  return typeof field === 'object' && field !== null ? maxima.get(field) : undefined
}

function stepInto(schema: unknown, step: string): unknown {
  if (schema instanceof z.ZodMiniPipe) return stepInto(schema.def.in, step)
  if (schema instanceof z.ZodMiniObject) return schema.def.shape[step]
  if (schema instanceof z.ZodMiniArray) return schema.def.element
  return undefined
}
