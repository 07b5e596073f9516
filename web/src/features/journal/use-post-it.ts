import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useToast } from '../../components/feedback/toast.tsx'
import type { CatchFields } from '../../data/catches/catch-mutations.ts'
import { catchPhotoQuery } from '../../data/catches/photo-query.ts'
import { bannerText } from '../../lib/failure-text.ts'
import { leaveReadyPost } from '../../lib/ready-post.ts'
import type { WeightUnit } from '../../lib/weight.ts'
import { postWords } from './words.ts'

type Posted = Pick<CatchFields, 'grams' | 'variety' | 'words' | 'photo_path'>

/** Opens the composer with a catch: its weight and words, and a copy of its photo. Nothing is posted yet. */
export function usePostIt(userId: string, unit: WeightUnit) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const post = async (one: Posted, title?: string) => {
    setBusy(true)
    try {
      const blob =
        one.photo_path === null ? undefined : await queries.fetchQuery(catchPhotoQuery(one.photo_path, 'whole'))
      leaveReadyPost(userId, {
        words: postWords(one, unit, title),
        photo: blob && new File([blob], 'catch', { type: blob.type }),
      })
      await navigate('/newsfeed')
    } catch (error) {
      toast(bannerText('loadData', error), true)
    } finally {
      setBusy(false)
    }
  }
  return { post, isBusy }
}
