import { useQuery } from '@tanstack/react-query'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import type { Me } from '#contract/identity/identity.schemas.ts'
import { call } from '#web/kernel/data/client.ts'

/** The user's picture as a data URL; null while unknown and when there is none. */
export function usePicture(me: Pick<Me, 'id' | 'pictureName'>): string | null {
  const picture = useQuery({
    queryKey: ['identity', 'picture', me.pictureName],
    queryFn: () => call(userRoutes.picture),
    enabled: me.pictureName !== '',
    staleTime: Number.POSITIVE_INFINITY,
    meta: { refusal: 'silent' },
  })
  return asImageSource(picture.data?.pictureContent)
}

/** Pictures are data URLs or bare base64; any other text is not shown. */
function asImageSource(content: string | null | undefined): string | null {
  if (!content) return null
  if (/^data:image\/(png|jpeg|webp);base64,/.test(content)) return content
  const type = content.startsWith('iVBOR')
    ? 'png'
    : content.startsWith('/9j/')
      ? 'jpeg'
      : content.startsWith('UklGR')
        ? 'webp'
        : null
  return type && `data:image/${type};base64,${content}`
}
