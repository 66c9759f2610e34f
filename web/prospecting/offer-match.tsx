import { useQuery } from '@tanstack/react-query'
import { offerMatchQuery } from './offers.queries.ts'
import { Why } from './job-why.tsx'

/** Why an offer matches what the user looks for, as for a job that was found. */
export function OfferMatch({ id }: { id: string }) {
  const { data } = useQuery(offerMatchQuery(id))
  return (
    data && (
      <div className="mt-5">
        <Why job={data} />
      </div>
    )
  )
}
