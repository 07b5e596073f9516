import type { ApiRequest } from '../api-request/api-request.ts'
import type { Slot } from '../api-request/types.ts'
import { restErrors } from '../errors.ts'
import type { Argument, Routine, SchemaCache } from '../schema-cache/model.ts'
import { planNodes } from './build-read.ts'
import { cutWindows } from './cut-windows.ts'
import type { ReadPlan } from './read-plan.ts'
import { needsRow, withRowColumn } from './whole-row.ts'

/** A function call and the read of its result. */
export interface CallPlan {
  routine: Routine
  /** Arguments as keys of the JSON body, or each in slots of its own; or the body as the only argument. */
  input:
    | { kind: 'json'; args: readonly Argument[]; slot: Slot; isArray: boolean }
    | { kind: 'slots'; args: readonly { argument: Argument; slots: readonly Slot[] }[] }
    | { kind: 'body'; type: string; slot: Slot }
  /** Undefined for scalars and void. */
  read?: ReadPlan
}

/**
 * Plans a call.
 * @throws {RestError} PGRST202 when no function takes these arguments, PGRST203 when several do, PGRST128 for a
 * limit of rows on a function that returns no set.
 */
export function buildCall(cache: SchemaCache, name: string, request: ApiRequest): CallPlan {
  const { params, payload, bodyType } = request
  const overloads = cache.routines.get(name) ?? []
  const given = payload ? (params.columns ?? payload.keys) : params.args.map((arg) => arg.name)
  const named = bodyType === undefined ? overloads.filter((routine) => accepts(routine, given)) : []
  if (named.length > 1) throw restErrors.ambiguousFunction(named.map(signature))
  const routine = named[0] ?? overloads.find(({ takesBody }) => takesBody !== undefined && isBody(takesBody, request))
  if (!routine) throw restErrors.noFunction(cache.schema, name, given, bodyType ?? (payload && 'json/jsonb'))
  if (request.maxAffectedSlot !== undefined && !routine.returnsSet) throw restErrors.maxAffectedOnScalar()
  const read = planResult(cache, routine, request)
  return { routine, input: planInput(routine, request, given), ...(read && { read }) }
}

/** Whether the body of the request is of the type of a function's only parameter. */
function isBody(type: string, { payload, bodyType }: ApiRequest): boolean {
  return type === 'json' || type === 'jsonb' ? payload !== undefined : type === bodyType
}

function planInput(routine: Routine, request: ApiRequest, given: readonly string[]): CallPlan['input'] {
  const { payload, payloadSlot } = request
  const [only, ...others] = routine.args
  if (payloadSlot !== undefined && only?.name === '' && others.length === 0)
    return { kind: 'body', type: only.type, slot: payloadSlot }
  const used = routine.args.filter((argument) => given.includes(argument.name))
  if (payloadSlot === undefined) {
    const slotsOf = ({ name }: Argument) =>
      request.params.args.filter((arg) => arg.name === name).map(({ slot }) => slot)
    // Of repeated values only a list takes all.
    const taken = (argument: Argument) => (argument.variadic ? slotsOf(argument) : slotsOf(argument).slice(-1))
    return { kind: 'slots', args: used.map((argument) => ({ argument, slots: taken(argument) })) }
  }
  return { kind: 'json', args: used, slot: payloadSlot, isArray: payload?.isArray === true }
}

function planResult(cache: SchemaCache, routine: Routine, request: ApiRequest): ReadPlan | undefined {
  if (routine.returns !== 'composite' || routine.columns.size === 0) return undefined
  const relation = routine.relation === undefined ? undefined : cache.relations.get(routine.relation)
  const source = { name: routine.name, relation, columns: relation?.columns ?? routine.columns }
  const read = planNodes(cache, source, request, { filterRoot: true })
  return cutWindows(needsRow(read) ? withRowColumn(read) : read)
}

function accepts(routine: Routine, given: readonly string[]): boolean {
  // A key without a name is one for the only parameter, if it has no name either.
  if (given.includes('')) return given.length === 1 && routine.args.length === 1 && routine.args[0]?.name === ''
  const names = new Set(routine.args.map(({ name }) => name))
  return (
    given.every((name) => names.has(name)) &&
    routine.args.every(({ name, required, variadic }) => !required || variadic || given.includes(name))
  )
}

function signature(routine: Routine): string {
  return `${routine.schema}.${routine.name}(${routine.args.map(({ name, type }) => `${name} => ${type}`).join(', ')})`
}
