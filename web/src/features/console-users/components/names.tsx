import { Fragment } from 'react'
import { formatCount } from '../../../lib/format.ts'

const SHOWN = 12

/** Names in a sentence: `Dan, Mel and Lou`, and of a long list the first ones and how many others there are. */
export function Names({ names }: { names: readonly string[] }) {
  const shown = names.length > SHOWN + 1 ? names.slice(0, SHOWN) : names
  const others = names.length - shown.length
  return (
    <>
      {shown.map((name, at) => (
        <Fragment key={name}>
          {at > 0 && (at === shown.length - 1 && others === 0 ? ' and ' : ', ')}
          <bdi>{name}</bdi>
        </Fragment>
      ))}
      {others > 0 && ` and ${formatCount(others, 'other')}`}
    </>
  )
}
