import data from '@mdn/browser-compat-data/forLegacyNode'
import { FLOOR } from './floor.mjs'

const number = (version) => Number.parseFloat(version.replace('≤', ''))
const isNewer = (version, floor) => !(number(version) <= number(floor))

/** One statement of the data: without a prefix, another name or a flag. */
const isPlain = ({ prefix, alternative_name, flags }) => !prefix && !alternative_name && !flags

function lacks(support, floor) {
  return ![support ?? []].flat().some((statement) => {
    const { version_added: added, version_removed: removed } = statement
    if (!isPlain(statement) || typeof added !== 'string' || added === 'preview') return false
    return !isNewer(added, floor) && (removed === undefined || removed === false || isNewer(removed, floor))
  })
}

/**
 * The browsers of the floor that lack a feature.
 * @param {string} name its path in browser-compat-data, e.g. `css.properties.field-sizing`.
 * @returns {string[] | undefined} undefined for what the data do not know.
 */
export function browsersWithout(name) {
  if (!known.has(name)) known.set(name, lookUp(name))
  return known.get(name)
}

const known = new Map()

function lookUp(name) {
  const feature = name
    .split('.')
    .reduce((part, key) => (part && Object.hasOwn(part, key) ? part[key] : undefined), data)
  if (!feature?.__compat) return undefined
  return Object.entries(FLOOR)
    .filter(([browser, floor]) => lacks(feature.__compat.support[browser], floor))
    .map(([browser]) => browser)
}

const OBJECTS = [
  ['api', data.api],
  ['javascript.builtins', data.javascript.builtins],
]

/** Member → paths of the objects that have it, e.g. `toSorted` → `javascript.builtins.Array.toSorted`. */
export const members = new Map()
for (const [space, objects] of OBJECTS)
  for (const [object, itsMembers] of Object.entries(objects))
    for (const member of Object.keys(itsMembers)) {
      if (/^__|_(event|static|parameter)$/.test(member) || member === object) continue
      members.set(member, [...(members.get(member) ?? []), `${space}.${object}.${member}`])
    }

/** CSS function or unit → its path. */
export const cssTypes = new Map()
const collect = (part, path) => {
  for (const [key, value] of Object.entries(part)) {
    if (key === '__compat') continue
    const name = `${path}.${key}`
    if (value.__compat) cssTypes.set(key, name)
    collect(value, name)
  }
}
collect(data.css.types, 'css.types')
