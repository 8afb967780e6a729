import { AppLink } from "../../features/addresses/app-link.tsx";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { foldersOf, nameOf } from "./paths.ts";
import styles from "./repository.module.css";
import { filesHref } from "./repository-hrefs.ts";
import type { Repository } from "./use-repository.ts";

/** Breadcrumbs of a path. */
export function PathCrumbs({ repository, path }: { readonly repository: Repository; readonly path: string }) {
  const folders = path ? ["", ...foldersOf(path)] : [];
  const root = nameOf(repository.project);
  return (
    <div className={styles.path}>
      <Breadcrumbs
        label="Path"
        items={[
          ...folders.map((folder) => ({
            key: folder,
            content: (
              <AppLink className={styles.crumb} href={filesHref(repository, repository.ref, folder)}>
                <bdi>{nameOf(folder) || root}</bdi>
              </AppLink>
            ),
          })),
          { key: `here ${path}`, content: <bdi className={styles.here}>{nameOf(path) || root}</bdi> },
        ]}
      />
    </div>
  );
}
