import sys
import gitlab

url, token = sys.argv[1:]
service = gitlab.Gitlab(url, private_token=token)
service.auth()
project = service.projects.get("fjord/handbook")
assert len(list(service.projects.list(iterator=True))) > 3
project.branches.create({"branch": "python", "ref": "main"})
project.files.create(
    {"file_path": "python.txt", "branch": "python", "content": "one", "commit_message": "Add"}
)
file = project.files.get("python.txt", ref="python")
file.content = "two"
file.save(branch="python", commit_message="Change")
assert project.files.raw("python.txt", ref="python") == b"two"
actions = [{"action": "create", "file_path": "python/a", "content": "1"}]
project.commits.create({"branch": "python", "commit_message": "More", "actions": actions})
assert len(project.repository_compare("main", "python")["diffs"]) == 2
asked = {"source_branch": "python", "target_branch": "main", "title": "By python"}
merge_request = project.mergerequests.create(asked)
assert len(merge_request.changes()["changes"]) == 2
assert len(list(merge_request.commits())) == 3
assert [version.diffs for version in map(lambda each: merge_request.diffs.get(each.id), merge_request.diffs.list())]
merge_request.notes.create({"body": "A note"})
thread = merge_request.discussions.create({"body": "A thread"})
thread.notes.create({"body": "A reply"})
thread.resolved = True
thread.save()
merge_request.awardemojis.create({"name": "tada"})
merge_request.approve()
merge_request.labels = ["docs"]
merge_request.save()
merge_request.time_estimate("1h")
merge_request.add_spent_time("30m")
assert project.mergerequests.get(merge_request.iid).time_stats()["total_time_spent"] == 1800
head = project.branches.get("python").commit["id"]
assert project.commits.get(head).merge_requests()[0]["iid"] == merge_request.iid
project.commits.get(head).statuses.create({"state": "success", "name": "python"})
merge_request.merge(should_remove_source_branch=True)
project.tags.create({"tag_name": "python-1", "ref": "main"})
release = project.releases.create({"tag_name": "python-1", "description": "Notes"})
assert release.name == "python-1"
beacon = service.projects.get("fjord/beacon")
pipeline = beacon.pipelines.list(per_page=1, get_all=False)[0]
assert pipeline.jobs.list(get_all=True)
job = beacon.jobs.list(scope=["success"], per_page=1, get_all=False)[0]
assert job.name
assert beacon.members_all.get(service.user.id).access_level == 50
beacon.variables.create({"key": "PYTHON", "value": "v"})
beacon.variables.get("PYTHON").delete()
page = project.wikis.create({"title": "Python", "content": "text"})
page.delete()
snippet = service.snippets.create({"title": "s", "file_name": "a", "content": "x", "visibility": "private"})
snippet.delete()
assert service.groups.get("fjord").projects.list(get_all=True)
assert project.search("blobs", "the", get_all=False)
print("done")
