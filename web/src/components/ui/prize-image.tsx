import Download from 'lucide-react/icons/download'
import Package from 'lucide-react/icons/package'
import { Photo } from './photo.tsx'
import { PointsCoin } from './points-coin.tsx'
import * as styles from './prize-image.module.css'

export interface PrizeImageProps {
  url: string | null
  type: 'points' | 'physical' | 'digital'
  width: number
  height: number
  sizes?: string
  priority?: boolean
}

/** The picture of a prize, or a drawing of its type. The prize's title always stands beside it. */
export function PrizeImage({ url, type, ...photo }: PrizeImageProps) {
  if (url) return <Photo url={url} alt="" {...photo} />
  const Icon = type === 'digital' ? Download : Package
  return (
    <span className={styles.drawing} aria-hidden="true">
      {type === 'points' ? <PointsCoin className="icon" /> : <Icon className="icon" />}
    </span>
  )
}
