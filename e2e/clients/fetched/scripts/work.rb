require "gitlab"

url, token = ARGV
service = Gitlab.client(endpoint: "#{url}/api/v4", private_token: token)
raise unless service.projects(per_page: 5).auto_paginate.size > 3
id = service.project("fjord/handbook").id
service.create_branch(id, "ruby", "main")
service.create_file(id, "ruby.txt", "ruby", "one", "Add")
service.edit_file(id, "ruby.txt", "ruby", "two", "Change")
raise unless service.file_contents(id, "ruby.txt", "ruby") == "two"
actions = [{ action: "create", file_path: "ruby/a", content: "1" }]
service.create_commit(id, "ruby", "More", actions)
raise unless service.compare(id, "main", "ruby").diffs.size == 2
iid = service.create_merge_request(id, "By ruby", source_branch: "ruby", target_branch: "main").iid
raise unless service.merge_request_changes(id, iid).changes.size == 2
raise unless service.merge_request_commits(id, iid).size == 3
service.create_merge_request_note(id, iid, "A note")
service.create_merge_request_discussion(id, iid, body: "A thread")
service.approve_merge_request(id, iid)
service.update_merge_request(id, iid, labels: "docs")
head = service.branch(id, "ruby").commit.id
raise unless service.commit_merge_requests(id, head).first.iid == iid
service.update_commit_status(id, head, "success", name: "ruby")
service.accept_merge_request(id, iid, should_remove_source_branch: true)
service.create_tag(id, "ruby-1", "main", "A message")
links = [{ name: "Site", url: "https://example.test/a" }]
release = service.create_project_release(id, tag_name: "ruby-1", description: "Notes", "assets:links": links)
raise unless release.name == "ruby-1" && release.assets.links.size == 1
pipeline = service.pipelines("fjord/beacon").first
service.pipeline("fjord/beacon", pipeline.id)
raise if service.pipeline_jobs("fjord/beacon", pipeline.id).empty?
raise if service.jobs("fjord/beacon", scope: %w[failed success]).empty?
raise if service.all_members("fjord/beacon").empty?
raise if service.get_file_blame(id, "README.md", "main").empty?
raise if service.search_in_project(id, "blobs", "the").empty?
puts "done"
