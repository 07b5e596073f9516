/** A UUID in lower case, without anchors: for regular expressions here and in SQL. */
export const UUID_PATTERN = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const UUID = new RegExp(`^${UUID_PATTERN}$`, 'i')

/** True for the text of a UUID of any version, in upper or lower case. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value)
}
