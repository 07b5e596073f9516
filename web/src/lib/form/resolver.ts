import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form'
import type { FormSchema } from './schema.ts'

/** Validates a form with its schema. Each field shows one message, the first that the schema reports. */
export function resolverOf<In extends FieldValues, Out>(schema: FormSchema<In, Out>): Resolver<In> {
  return (values) => {
    const parsed = schema.safeParse(values)
    if (parsed.success) return { values, errors: {} }
    const errors: FieldErrors<In> = {}
    for (const { code, path, message } of parsed.error.issues) {
      const name = path.join('.')
      if (!get(errors, name)) set(errors, name, { type: code, message })
    }
    return { values: {}, errors }
  }
}
