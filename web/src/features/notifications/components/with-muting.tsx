import type { ReactNode } from 'react'
import type { Muting } from '../../../components/options/options-list.tsx'
import { useMuting } from '../use-muting.tsx'

export interface WithMutingProps {
  memberId: string
  children: (muting: Muting | undefined) => ReactNode
}

/** For the menu of a member, which has more than muting. */
export function WithMuting({ memberId, children }: WithMutingProps) {
  return children(useMuting(memberId, 'member'))
}
