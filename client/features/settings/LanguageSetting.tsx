import { languageName, type SearchLanguage, searchLanguages } from "../../../shared/desk.ts";
import { formatNumber } from "../../components/format/format.ts";
import { Field } from "../../components/ui/field.tsx";
import { Progress } from "../../components/ui/progress.tsx";
import { Select, SelectContent, SelectItem, SelectTrigger } from "../../components/ui/select.tsx";
import { trpc } from "../../data/trpc.ts";
import { useSetDesk } from "./use-desk.ts";

/** A change reads every ticket anew; how far that is, is said below. */
export function LanguageSetting({ value }: { value: SearchLanguage }) {
  const { save, error } = useSetDesk("language", "Language of search");
  return (
    <div className="flex flex-col gap-3">
      <Field label="Language" error={error} hint="Words in other languages are found all the same.">
        {(control) => (
          <Select value={value} onValueChange={(next) => save(next as SearchLanguage, value)}>
            <SelectTrigger {...control} className="max-w-72" />
            <SelectContent>
              {searchLanguages.map((language) => (
                <SelectItem key={language} value={language}>
                  {languageName(language)}
                </SelectItem>
              ))}
            </SelectContent>
          </Select>
        )}
      </Field>
      <RebuildProgress />
    </div>
  );
}

const whileRunningMs = 700;

function RebuildProgress() {
  const { data } = trpc.desk.searchRebuild.useQuery(undefined, {
    meta: { showsError: true },
    refetchInterval: ({ state }) => (state.data?.rebuild ? whileRunningMs : false),
  });
  const rebuild = data?.rebuild;
  if (!rebuild) return null;
  const { done, total } = rebuild;
  return (
    <div role="status" className="flex flex-col gap-1.5 rounded-md border px-3 py-2.5">
      <p>
        Reading every ticket anew
        {total !== null && (
          <span className="text-muted-foreground tabular-nums">
            {" "}
            · {formatNumber(done)} of {formatNumber(total)}
          </span>
        )}
      </p>
      <Progress label="Tickets read anew" value={Math.min(done, total ?? 0)} max={total || 1} />
      <p className="text-muted-foreground text-xs">
        Search goes on meanwhile, and finds words as both languages have them.
      </p>
    </div>
  );
}
